//! The server of the lab: the page, desks that answer its requests, and the files of a folder. It
//! listens to this computer only, and answers only who knows the token in its address.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, Either, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;

use super::desks::{Desks, Parts};
use super::folder::Folder;
use super::site::{PAGE, text};

/// The largest request, in bytes: a game of 1 MiB, its tables, and counts.
const MOST_BYTES: usize = 64 << 20;

/// How long the beginning of a request may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the page may do: nothing but what this server gives it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What the server needs to answer.
pub(super) struct Site {
    pub(super) token: String,
    pub(super) port: u16,
    pub(super) players: usize,
    pub(super) desks: Desks,
    pub(super) folder: Folder,
}

/// Listens on a port of this computer; 0: any that is free.
///
/// # Errors
/// When the port cannot be had.
pub(super) async fn listen(port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await
}

/// Answers all connections, for ever.
pub(super) async fn serve(listener: TcpListener, site: Arc<Site>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many are open: some will end.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        // Answers come in small parts, which must not wait for one another.
        let _ = stream.set_nodelay(true);
        let site = site.clone();
        tokio::spawn(async move {
            let answer = service_fn(|request| {
                let site = site.clone();
                async move { Ok::<_, Infallible>(site.answer(request).await) }
            });
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            // A page that goes away is no error.
            let _ = http.serve_connection(TokioIo::new(stream), answer).await;
        });
    }
}

type Answer = Response<Either<Full<Bytes>, Parts>>;

/// An answer with a body.
fn with(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Answer {
    with_body(status, kind, Either::Left(Full::new(body.into())))
}

fn with_body(status: StatusCode, kind: &'static str, body: Either<Full<Bytes>, Parts>) -> Answer {
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}

fn refused(status: StatusCode) -> Answer {
    let why = status.canonical_reason().unwrap_or_default();
    with(status, "text/plain; charset=utf-8", why)
}

const JSON: &str = "application/json";

impl Site {
    /// Whether a request comes from a page of this server, or from the address bar: not from a page of
    /// another site, nor by another name of this computer.
    fn is_own(&self, headers: &HeaderMap) -> bool {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let text =
            |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        let Some(host) = text(header::HOST).filter(|host| hosts.iter().any(|own| own == host))
        else {
            return false;
        };
        text(header::ORIGIN).is_none_or(|origin| origin.strip_prefix("http://") == Some(host))
    }

    async fn answer(&self, request: Request<Incoming>) -> Answer {
        if !self.is_own(request.headers()) {
            return refused(StatusCode::FORBIDDEN);
        }
        let path = request.uri().path().to_owned();
        let own = path.strip_prefix('/').and_then(|path| path.strip_prefix(&self.token));
        let Some(path) = own.and_then(|path| path.strip_prefix('/')) else {
            return refused(StatusCode::NOT_FOUND);
        };
        let parts: Vec<&str> = path.splitn(2, '/').collect();
        let method = request.method().clone();
        match (&method, &parts[..]) {
            (&Method::GET, ["files"]) => {
                with(StatusCode::OK, JSON, serde_json::json!(self.folder.names()).to_string())
            }
            (&Method::GET, ["files", name]) => match self.folder.read(name) {
                Some(text) => with(StatusCode::OK, "text/plain; charset=utf-8", text),
                None => refused(StatusCode::NOT_FOUND),
            },
            (&Method::PUT, ["files", name]) => {
                let again = !request.headers().contains_key(header::IF_NONE_MATCH);
                match body(request).await {
                    Some(text) => self.written(name, &text, again),
                    None => refused(StatusCode::PAYLOAD_TOO_LARGE),
                }
            }
            (&Method::POST, ["ask", desk]) => match body(request).await {
                Some(asked) => match self.desks.ask(desk, asked) {
                    Some(parts) => with_body(StatusCode::OK, JSON, Either::Right(parts)),
                    None => refused(StatusCode::SERVICE_UNAVAILABLE),
                },
                None => refused(StatusCode::PAYLOAD_TOO_LARGE),
            },
            (&Method::POST, ["end", desk]) => {
                self.desks.end(desk);
                with(StatusCode::OK, JSON, "[]")
            }
            (&Method::GET, _) => {
                let name = if path.is_empty() { "index.html" } else { path };
                match PAGE.iter().find(|file| file.name == name) {
                    Some(file) => with(StatusCode::OK, file.kind, text(file, self.players)),
                    None => refused(StatusCode::NOT_FOUND),
                }
            }
            _ => refused(StatusCode::METHOD_NOT_ALLOWED),
        }
    }

    fn written(&self, name: &str, text: &str, again: bool) -> Answer {
        if text.len() as u64 > super::folder::MOST_BYTES {
            return refused(StatusCode::PAYLOAD_TOO_LARGE);
        }
        match self.folder.write(name, text, again) {
            Ok(()) => with(StatusCode::OK, JSON, "[]"),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                refused(StatusCode::PRECONDITION_FAILED)
            }
            Err(_) => refused(StatusCode::FORBIDDEN),
        }
    }
}

/// The body of a request as text; `None` if it is too long, or no text.
async fn body(request: Request<Incoming>) -> Option<String> {
    let body = Limited::new(request.into_body(), MOST_BYTES).collect().await.ok()?;
    String::from_utf8(body.to_bytes().to_vec()).ok()
}

//! The throughput of a line of three stations, which is to be as large as possible: the rates of
//! the stations add up to 50, and the places of two buffers too, which makes 57,624 points. The
//! problem and the sample (the throughput of 50 jobs after 2,000 others) are those of `PyPRS`.
//!
//! One sample takes 6,150 random times, too many for thousands of runs. So the mean and the
//! standard deviation of each point were simulated once (`make`), and runs draw normal samples with
//! these.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::noise::Noise;
use super::problems::Problem;

/// What rates and places add up to.
const SUM: usize = 50;

/// A stored mean is a whole number of these parts, a standard deviation of coarser ones.
const PARTS: f64 = 4000.0;
const COARSE_PARTS: f64 = 50.0;

/// The jobs of a sample, and those before the first one.
const JOBS: usize = 50;
const WARM_UP: usize = 2000;

/// The samples of a run of the line.
const SAMPLES: usize = 1600;

/// Points that may be the best are simulated in so many runs of the line.
const RUNS: u64 = 40;

/// How far from the best a point may be to be simulated longer.
const NEAR: f64 = 0.5;

/// All points: the rates of the first two stations and the places of the first buffer.
fn points() -> impl Iterator<Item = [usize; 3]> {
    (1..SUM - 1).flat_map(|first| {
        (1..SUM - first).flat_map(move |second| (1..SUM).map(move |places| [first, second, places]))
    })
}

/// Standard exponential times of three stations.
fn times(run: u64) -> Vec<[f64; 3]> {
    let mut noise = Noise::new(50, run);
    (0..WARM_UP + SAMPLES * JOBS)
        .map(|_| std::array::from_fn(|_| -libm::log(1.0 - noise.share())))
        .collect()
}

/// The samples of one point.
fn samples([first, second, places]: [usize; 3], times: &[[f64; 3]]) -> Vec<f64> {
    let rates = [first, second, SUM - first - second].map(|rate| 1.0 / rate as f64);
    let places = [places, SUM - places];
    let mut left = [0.0; 3];
    // When jobs left the second and third station: the last ones, in a ring.
    let mut earlier = [[0.0; 64]; 2];
    let mut samples = Vec::with_capacity(SAMPLES);
    let mut start = 0.0;
    for (job, times) in times.iter().enumerate() {
        left[0] += times[0] * rates[0];
        left[1] = f64::max(left[1], left[0]) + times[1] * rates[1];
        left[2] = f64::max(left[2], left[1]) + times[2] * rates[2];
        for buffer in 0..2 {
            if job >= places[buffer] {
                let blocked = earlier[buffer][(job - places[buffer]) % 64];
                left[buffer] = f64::max(left[buffer], blocked);
            }
        }
        earlier[0][job % 64] = left[1];
        earlier[1][job % 64] = left[2];
        if job + 1 >= WARM_UP && (job + 1 - WARM_UP).is_multiple_of(JOBS) {
            if job + 1 > WARM_UP {
                samples.push(JOBS as f64 / (left[2] - start));
            }
            start = left[2];
        }
    }
    samples
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Simulates all points and writes the file.
pub(crate) fn make() {
    let all = times(0);
    let points: Vec<[usize; 3]> = points().collect();
    let mut found: Vec<(f64, f64)> = points
        .par_iter()
        .map(|point| {
            let samples = samples(*point, &all);
            let mean = mean(&samples);
            let squares = samples.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>();
            (mean, (squares / (samples.len() - 1) as f64).sqrt())
        })
        .collect();
    let best = found.iter().map(|(mean, _)| *mean).fold(0.0, f64::max);
    let near: Vec<usize> =
        (0..points.len()).filter(|index| found[*index].0 > best - NEAR).collect();
    let mut sums = vec![0.0; near.len()];
    for run in 1..=RUNS {
        let times = times(run);
        sums.par_iter_mut()
            .zip(&near)
            .for_each(|(sum, index)| *sum += mean(&samples(points[*index], &times)));
    }
    for (sum, index) in sums.iter().zip(near) {
        found[index].0 = sum / RUNS as f64;
    }
    let bytes: Vec<u8> = found
        .iter()
        .flat_map(|(mean, deviation)| {
            let [low, high] = ((mean * PARTS).round() as u16).to_le_bytes();
            [low, high, (deviation * COARSE_PARTS).round() as u8]
        })
        .collect();
    fs::write(path(), bytes).expect("the file can be written");
}

fn path() -> PathBuf {
    Path::new(option_env!("TUNE_ROOT").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/..")))
        .join("benches/tune/tpmax.bin")
}

/// The problem, from the file.
pub(crate) fn problem() -> Problem {
    let bytes = fs::read(path()).expect("the file of means");
    let mut known = vec![None; SUM * SUM * SUM];
    let place = |[first, second, places]: [usize; 3]| (first * SUM + second) * SUM + places;
    for (point, bytes) in points().zip(bytes.chunks_exact(3)) {
        let mean = f64::from(u16::from_le_bytes([bytes[0], bytes[1]])) / PARTS;
        known[place(point)] = Some((mean, f64::from(bytes[2]) / COARSE_PARTS));
    }
    let of = |point: &[usize]| {
        let (mean, deviation) = known[place([point[0] + 1, point[1] + 1, point[2] + 1])]?;
        Some((vec![mean], vec![deviation]))
    };
    Problem::to_maximise("TPMax", &[SUM - 2, SUM - 2, SUM - 1], 20.0, of)
}

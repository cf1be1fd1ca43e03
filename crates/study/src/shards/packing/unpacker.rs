//! Reads a value from its numbers.

use serde::de::value::{Error, U32Deserializer, U64Deserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

use super::numbers::{First, read, unfolded};

/// Reads what [`Packer`](super::packer::Packer) wrote.
pub(super) struct Unpacker<'b> {
    bytes: &'b [u8],
    first: First,
}

/// The error that this is not what it should be.
fn wrong() -> Error {
    Error::custom("not the numbers of such a value")
}

impl<'b> Unpacker<'b> {
    /// Reads from the beginning of these bytes.
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, first: First::default() }
    }

    /// Is all read?
    pub(super) fn is_at_the_end(&self) -> bool {
        self.bytes.is_empty()
    }

    #[inline]
    fn number(&mut self) -> Result<u128, Error> {
        let written = read(&mut self.bytes).ok_or_else(wrong)?;
        Ok(self.first.whole(written))
    }

    #[inline]
    fn number_in<T: TryFrom<u128>>(&mut self) -> Result<T, Error> {
        T::try_from(self.number()?).map_err(|_| wrong())
    }

    #[inline]
    fn signed_in<T: TryFrom<i128>>(&mut self) -> Result<T, Error> {
        T::try_from(unfolded(self.number()?)).map_err(|_| wrong())
    }

    /// The length of a list, whose entries take a byte each, at least.
    fn length(&mut self) -> Result<usize, Error> {
        self.number_in().ok().filter(|length| *length <= self.bytes.len()).ok_or_else(wrong)
    }

    fn text(&mut self) -> Result<&'b str, Error> {
        let length = self.length()?;
        let (text, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        std::str::from_utf8(text).map_err(|_| wrong())
    }
}

/// Declares how whole numbers are read.
macro_rules! numbers {
    ($($method:ident $visit:ident $read:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.$read()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Unpacker<'_> {
    type Error = Error;

    numbers! {
        deserialize_u8 visit_u8 number_in;
        deserialize_u16 visit_u16 number_in;
        deserialize_u32 visit_u32 number_in;
        deserialize_u64 visit_u64 number_in;
        deserialize_u128 visit_u128 number;
        deserialize_i8 visit_i8 signed_in;
        deserialize_i16 visit_i16 signed_in;
        deserialize_i32 visit_i32 signed_in;
        deserialize_i64 visit_i64 signed_in;
        deserialize_i128 visit_i128 signed_in;
        deserialize_str visit_str text;
        deserialize_string visit_str text;
    }

    /// The numbers alone do not tell what they are.
    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Error> {
        Err(wrong())
    }

    serde::forward_to_deserialize_any! { f32 f64 char bytes byte_buf unit unit_struct identifier ignored_any }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.number()? {
            0 => visitor.visit_bool(false),
            1 => visitor.visit_bool(true),
            _ => Err(wrong()),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.number()? {
            0 => visitor.visit_none(),
            1 => visitor.visit_some(self),
            _ => Err(wrong()),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let left = self.length()?;
        visitor.visit_seq(Parts { unpacker: self, left })
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.first.is_next = true;
        visitor.visit_seq(Parts { unpacker: self, left: length })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let left = self.length()?;
        visitor.visit_map(Parts { unpacker: self, left })
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.first.is_next = false;
        match read(&mut self.bytes).ok_or_else(wrong)? {
            0 => visitor.visit_seq(Parts { unpacker: self, left: fields.len() }),
            left_out => visitor.visit_map(Fields {
                unpacker: self,
                next: 0,
                all: fields.len() as u32,
                left_out,
            }),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }
}

/// Parts of something that stand one after the other.
struct Parts<'u, 'b> {
    unpacker: &'u mut Unpacker<'b>,
    left: usize,
}

impl<'de> SeqAccess<'de> for Parts<'_, '_> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(&mut *self.unpacker).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'de> MapAccess<'de> for Parts<'_, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(&mut *self.unpacker)
    }
}

/// The fields of a struct, some of which are left out.
struct Fields<'u, 'b> {
    unpacker: &'u mut Unpacker<'b>,
    next: u32,
    all: u32,
    left_out: u128,
}

impl<'de> MapAccess<'de> for Fields<'_, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        // As many as stand in a row from the next one on.
        self.next += self.left_out.checked_shr(self.next).unwrap_or(0).trailing_ones();
        if self.next >= self.all {
            return Ok(None);
        }
        let number: U64Deserializer<Error> = u64::from(self.next).into_deserializer();
        self.next += 1;
        seed.deserialize(number).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(&mut *self.unpacker)
    }
}

impl<'de> EnumAccess<'de> for &mut Unpacker<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let number: U32Deserializer<Error> = self.number_in::<u32>()?.into_deserializer();
        Ok((seed.deserialize(number)?, self))
    }
}

impl<'de> VariantAccess<'de> for &mut Unpacker<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _length: usize,
        _visitor: V,
    ) -> Result<V::Value, Error> {
        Err(wrong())
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Error> {
        Err(wrong())
    }
}

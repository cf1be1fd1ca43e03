//! Writes the numbers of a value.

use serde::de::value::Error;
use serde::ser::{
    Error as _, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple,
    SerializeTupleStruct, Serializer,
};

use super::numbers::{First, folded, write};

/// Writes the numbers of a value: lengths before lists, maps and texts, and the number of the
/// variant before what it holds. Before the fields of a struct stands which of them are left out,
/// as bits.
#[derive(Default)]
pub(super) struct Packer {
    pub(super) bytes: Vec<u8>,
    first: First,
}

impl Packer {
    #[inline]
    fn number(&mut self, number: u128) {
        write(self.first.shortened(number), &mut self.bytes);
    }

    fn length(&mut self, length: Option<usize>) -> Result<(), Error> {
        self.number(length.ok_or_else(|| Error::custom("a list of unknown length"))? as u128);
        Ok(())
    }
}

/// Writes the fields of a struct.
pub(super) struct Fields<'a> {
    packer: &'a mut Packer,
    /// Where it stands which fields are left out.
    place: usize,
    /// How many fields there were.
    next: u32,
    left_out: u128,
}

impl SerializeStruct for Fields<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.next += 1;
        value.serialize(&mut *self.packer)
    }

    fn skip_field(&mut self, _name: &'static str) -> Result<(), Error> {
        let bit = 1_u128
            .checked_shl(self.next)
            .ok_or_else(|| Error::custom("a struct of more than 128 fields"))?;
        self.left_out |= bit;
        self.next += 1;
        Ok(())
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        if self.left_out > 0 {
            let mut left_out = Vec::new();
            write(self.left_out, &mut left_out);
            self.packer.bytes.splice(self.place..=self.place, left_out);
        }
        Ok(())
    }
}

/// Declares how whole numbers are written.
macro_rules! numbers {
    ($($method:ident $number:ident: $type:ty => $written:expr;)*) => {$(
        #[inline]
        fn $method(self, $number: $type) -> Result<(), Error> {
            self.number($written);
            Ok(())
        }
    )*};
}

/// Declares what no counts have.
macro_rules! refused {
    ($($method:ident($($type:ty),*) -> $result:ty;)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$result, Error> {
            Err(Error::custom("neither a number nor made of numbers"))
        }
    )*};
}

impl<'a> Serializer for &'a mut Packer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Self;
    type SerializeStruct = Fields<'a>;
    type SerializeStructVariant = Impossible<(), Error>;

    numbers! {
        serialize_bool value: bool => value.into();
        serialize_u8 number: u8 => number.into();
        serialize_u16 number: u16 => number.into();
        serialize_u32 number: u32 => number.into();
        serialize_u64 number: u64 => number.into();
        serialize_u128 number: u128 => number;
        serialize_i8 number: i8 => folded(number.into());
        serialize_i16 number: i16 => folded(number.into());
        serialize_i32 number: i32 => folded(number.into());
        serialize_i64 number: i64 => folded(number.into());
        serialize_i128 number: i128 => folded(number);
    }

    refused! {
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        self.number(text.len() as u128);
        self.bytes.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.number(0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.number(1);
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        number: u32,
        _variant: &'static str,
    ) -> Result<(), Error> {
        self.number(number.into());
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        number: u32,
        _variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.number(number.into());
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Error> {
        self.length(length)?;
        Ok(self)
    }

    #[inline]
    fn serialize_tuple(self, _length: usize) -> Result<Self, Error> {
        self.first.is_next = true;
        Ok(self)
    }

    fn serialize_tuple_struct(self, _name: &'static str, length: usize) -> Result<Self, Error> {
        self.serialize_tuple(length)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self, Error> {
        self.length(length)?;
        Ok(self)
    }

    #[inline]
    fn serialize_struct(self, _name: &'static str, _length: usize) -> Result<Fields<'a>, Error> {
        self.first.is_next = false;
        let place = self.bytes.len();
        self.bytes.push(0);
        Ok(Fields { packer: self, place, next: 0, left_out: 0 })
    }
}

/// Declares that the parts of something are written one after the other.
macro_rules! parts {
    ($($kind:ident: $method:ident;)*) => {$(
        impl $kind for &mut Packer {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                value.serialize(&mut **self)
            }

            #[inline]
            fn end(self) -> Result<(), Error> {
                Ok(())
            }
        }
    )*};
}

parts! {
    SerializeSeq: serialize_element;
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
}

impl SerializeMap for &mut Packer {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

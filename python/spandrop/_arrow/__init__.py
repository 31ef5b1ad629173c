"""Tables, data frames and arrays. Needs pyarrow, so nothing here is imported until it is used."""

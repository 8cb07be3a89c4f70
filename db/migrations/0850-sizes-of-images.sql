-- In pixels, as a browser shows the image, so that a page keeps room for it. Null until the file is measured; 0 for what has no size.
alter table uploads add column width integer, add column height integer;

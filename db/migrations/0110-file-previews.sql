-- Where the files of a project can be seen outside of Weft: an address with placeholders, and the paths that it has.
alter table projects
  add column file_preview_url text,
  add column file_preview_paths text;

-- The license file in the root of the default branch, and which license it holds; the key is null for any other text.
alter table projects
  add column license_path text,
  add column license_key text;

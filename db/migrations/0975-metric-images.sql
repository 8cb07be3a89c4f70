-- Images of charts on incidents and alerts. A file of the uploads table has no address of its own: its readers are those of the item.
alter table uploads drop constraint uploads_purpose_check,
  add constraint uploads_purpose_check check (purpose in ('attachment', 'avatar', 'metric_image'));

create table metric_images (
  id bigint generated always as identity primary key,
  issuable_id bigint not null references issuables on delete cascade,
  upload_id bigint not null unique references uploads on delete cascade,
  url text,
  url_text text,
  created_at timestamptz not null,
  constraint metric_images_url_check check (length(url) <= 255),
  constraint metric_images_url_text_check check (length(url_text) <= 128)
);
create index metric_images_of_issuable on metric_images (issuable_id, id);

-- The row of the file goes with that of the image; the file itself is removed like all that no row names.
create function drop_metric_image_upload() returns trigger language plpgsql as $$
begin
  delete from uploads where id = old.upload_id;
  return null;
end $$;
create trigger metric_images_drop_upload after delete on metric_images for each row execute function drop_metric_image_upload();

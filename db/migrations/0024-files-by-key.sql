-- Whether a file in the storage has a row is asked of each file, each day.
create index uploads_storage_key on uploads (storage_key);

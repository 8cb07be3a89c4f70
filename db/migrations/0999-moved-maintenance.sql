-- The times of announced maintenance that subscribers were told: they are told again when it moves.
alter table maintenance_windows add column told_starts_at timestamptz, add column told_ends_at timestamptz;
update maintenance_windows set told_starts_at = starts_at, told_ends_at = ends_at where told_stage > 0;

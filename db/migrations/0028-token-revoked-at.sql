-- When a token was revoked: a request that came before it did not use a revoked token again.
alter table personal_access_tokens add column revoked_at timestamptz;

-- Mails take texts from where they stand, as they are when the mail is written.
alter table notices drop column text, drop column html, add column described boolean not null default false;

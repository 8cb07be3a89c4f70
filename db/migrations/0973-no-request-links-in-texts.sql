-- The secret link of a request and the address by which an outsider answers it let whoever reads them act as that outsider. They are blanked
-- in texts as the keys of other mails are: an answer is passed on to others, perhaps with the mail that it quotes.
create or replace function holds_mail_key(given text) returns boolean
  language sql immutable parallel safe
  return given ~* '/-/sent_notifications/[a-z0-9_.-]{20}|/-/service_desk/requests/[a-z0-9_-]{20}|x-gitlab-reply-key|(reply|desk)(\+|%2b)[0-9a-z]{1,10}-[0-9a-z]{1,10}-|incoming(\+|%2b)[0-9a-z-]{28}|feed_token=glft-|(confirmation|reset_password)_token=|(glpat|gldt|glffct)-[a-z0-9_-]{20}';

create or replace function blank_mail_keys(given text) returns text
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(given,
    '(/-/(?:sent_notifications|service_desk/requests)/)[a-z0-9_.-]{20,100}', '\1[removed]', 'gi'),
    '(x-gitlab-reply-key:[[:space:]]*)[a-z0-9_-]{20,100}', '\1[removed]', 'gi'),
    '((?:reply|desk)(?:\+|%2b))[0-9a-z]{1,10}-[0-9a-z]{1,10}-(?:[0-9a-z]{1,10}-)?[0-9a-z]{25}', '\1[removed]', 'gi'),
    '(incoming(?:\+|%2b)[0-9a-z-]*?)[0-9]{1,15}-[0-9a-z]{26,35}(-issue)', '\1[removed]\2', 'gi'),
    '((?:feed_token=glft-|(?:confirmation|reset_password)_token=))[0-9a-z_-]{20,100}', '\1[removed]', 'gi');

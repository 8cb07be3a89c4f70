-- People who registered and wait for an administrator's approval.
alter table users drop constraint users_state_check;
alter table users add constraint users_state_check
  check (state in ('active', 'blocked', 'deactivated', 'banned', 'blocked_pending_approval', 'ldap_blocked'));
create index users_pending_approval on users (id) where state = 'blocked_pending_approval';

-- People who have left the directory that they sign in with. A later migration sets the same check: databases have either first.
alter table users drop constraint users_state_check,
  add constraint users_state_check
  check (state in ('active', 'blocked', 'deactivated', 'banned', 'blocked_pending_approval', 'ldap_blocked'));

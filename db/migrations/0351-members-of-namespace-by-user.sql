-- Whether a person is a member of a namespace: an index of its members alone was read whole, thousands of rows for each person asked about.
create index new_members_of_namespace on members (namespace_id, user_id);
drop index members_of_namespace;
alter index new_members_of_namespace rename to members_of_namespace;

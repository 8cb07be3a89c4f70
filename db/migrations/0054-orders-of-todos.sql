-- The to-dos of a person in the orders of the page: those that wait, and those that are done.
create index todos_waiting on todos (user_id, (coalesce(returned_at, created_at)) desc, id desc) where state = 'pending';
create index todos_done on todos (user_id, updated_at desc, id desc) where state = 'done';

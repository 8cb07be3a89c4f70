-- How a person has grouped a board, and the lanes that they have collapsed, as `epic:7`; `epic:0` is the lane of issues without an epic.
create table board_displays (
  user_id bigint not null references users on delete cascade,
  board_id bigint not null references boards on delete cascade,
  group_by text not null default 'none',
  group_scope text,
  label_ids bigint[] not null default '{}',
  collapsed_lanes text[] not null default '{}',
  primary key (user_id, board_id)
);
create index board_displays_of_board on board_displays (board_id);

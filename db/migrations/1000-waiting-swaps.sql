-- The condition stands with the other rules of access: whether issues are enabled belongs to it.
drop function waiting_swaps(bigint);

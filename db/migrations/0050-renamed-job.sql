-- Deletions are resumed by a job of another name since 0049: no process takes a waiting one of the old name.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'delete_condemned';
  end if;
end
$$;

-- The mails that a person got within a day are counted for each batch of notifications.
create index sent_notifications_by_time on sent_notifications (user_id, created_at desc);
drop index sent_notifications_of_user;

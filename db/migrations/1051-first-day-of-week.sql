-- People who have not chosen a first day of the week have that of the site's settings.
alter table users alter column first_day_of_week drop default, alter column first_day_of_week drop not null;
update users set first_day_of_week = null where first_day_of_week = 1;

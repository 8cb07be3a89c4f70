-- The list of alerts names the integration through which each came.
alter table alerts add column integration_id bigint references alert_integrations on delete set null;
create index alerts_of_integration on alerts (integration_id) where integration_id is not null;

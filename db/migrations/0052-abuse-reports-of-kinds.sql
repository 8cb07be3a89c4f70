-- A report on an issuable has the series of its kind; the kinds are in contract/issuable-kinds.ts.
alter table abuse_reports drop constraint abuse_reports_kind_check;

-- Vacuum and analyze make every connection plan all statements on a table anew. By default a table of few rows that often change has
-- that each minute, and most statements read these.
alter table projects set (autovacuum_vacuum_threshold = 5000, autovacuum_analyze_threshold = 5000);
alter table issuables set (autovacuum_vacuum_threshold = 2000, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_insert_threshold = 5000);
alter table notes set (autovacuum_vacuum_threshold = 2000, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_insert_threshold = 5000);

-- Reports of security scanners, the vulnerabilities that they found on default branches, and what people decided about them.
create table vulnerability_scanners (
  id bigint primary key generated always as identity,
  namespace_id bigint not null references namespaces on delete cascade,
  -- The name by which reports refer to it, such as `semgrep`.
  external_id text not null check (length(external_id) between 1 and 255),
  name text not null,
  vendor text not null default '',
  unique (namespace_id, external_id)
);

-- The findings of one scanner at one commit.
create table security_scans (
  id bigint primary key generated always as identity,
  namespace_id bigint not null references namespaces on delete cascade,
  scanner_id bigint not null references vulnerability_scanners on delete cascade,
  report_type text not null,
  -- Tells several reports of one scanner apart, such as those of two lock files; empty where there is one.
  category text not null default '',
  sha text not null,
  ref text not null,
  -- The hash of its findings: the same report, sent again, changes nothing.
  digest bytea not null,
  scanner_version text not null default '',
  findings_count integer not null,
  created_at timestamptz not null,
  unique (namespace_id, sha, ref, scanner_id, report_type, category)
);
create index security_scans_of_ref on security_scans (namespace_id, ref, scanner_id, report_type, category, id);
create index security_scans_of_scanner on security_scans (scanner_id);
create index security_scans_by_age on security_scans (created_at);

create table security_findings (
  id bigint primary key generated always as identity,
  scan_id bigint not null references security_scans on delete cascade,
  -- The hash of the rule and the place, which stays the same when lines move.
  fingerprint bytea not null,
  severity text not null,
  title text not null,
  description text not null default '',
  location jsonb not null default '{}',
  identifiers jsonb not null default '[]',
  unique (scan_id, fingerprint)
);

create table vulnerabilities (
  id bigint primary key generated always as identity,
  namespace_id bigint not null references namespaces on delete cascade,
  scanner_id bigint not null references vulnerability_scanners on delete cascade,
  report_type text not null,
  category text not null default '',
  fingerprint bytea not null,
  title text not null check (length(title) between 1 and 255),
  description text not null default '',
  solution text not null default '',
  severity text not null check (severity in ('critical', 'high', 'medium', 'low', 'info', 'unknown')),
  severity_rank smallint not null generated always as (case severity
    when 'critical' then 6 when 'high' then 5 when 'medium' then 4 when 'low' then 3 when 'unknown' then 2 else 1 end) stored,
  state text not null default 'detected' check (state in ('detected', 'confirmed', 'resolved', 'dismissed')),
  -- Why a person gave it its state.
  state_comment text not null default '',
  dismissal_reason text check (dismissal_reason in ('acceptable_risk', 'false_positive', 'mitigating_control', 'used_in_tests', 'not_applicable')),
  state_changed_at timestamptz,
  state_changed_by_id bigint references users on delete set null,
  -- The latest scan of the default branch does not find it.
  resolved_on_default_branch boolean not null default false,
  location jsonb not null default '{}',
  identifiers jsonb not null default '[]',
  links jsonb not null default '[]',
  -- The commit that `location` is about; empty where nobody scanned one.
  sha text not null default '',
  author_id bigint references users on delete set null,
  detected_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (namespace_id, scanner_id, report_type, category, fingerprint)
);
create index vulnerabilities_by_severity on vulnerabilities (namespace_id, severity_rank desc, id desc);
create index vulnerabilities_by_age on vulnerabilities (namespace_id, detected_at desc, id desc);
create index vulnerabilities_of_scanner on vulnerabilities (scanner_id);
create index vulnerabilities_of_author on vulnerabilities (author_id) where author_id is not null;
create index vulnerabilities_of_changer on vulnerabilities (state_changed_by_id) where state_changed_by_id is not null;

-- The history of a vulnerability: states that people gave it, and scans that no longer find it, or find it again.
create table vulnerability_changes (
  id bigint primary key generated always as identity,
  vulnerability_id bigint not null references vulnerabilities on delete cascade,
  kind text not null check (kind in ('state', 'gone', 'back')),
  from_state text not null,
  to_state text not null,
  comment text not null default '',
  dismissal_reason text,
  author_id bigint references users on delete set null,
  created_at timestamptz not null
);
create index vulnerability_changes_of_vulnerability on vulnerability_changes (vulnerability_id, id);
create index vulnerability_changes_of_author on vulnerability_changes (author_id) where author_id is not null;

create table vulnerability_issue_links (
  id bigint primary key generated always as identity,
  vulnerability_id bigint not null references vulnerabilities on delete cascade,
  issue_id bigint not null references issuables on delete cascade,
  -- `created`: the issue was created from the vulnerability.
  link_type text not null check (link_type in ('related', 'created')),
  created_at timestamptz not null,
  unique (vulnerability_id, issue_id)
);
create index vulnerability_issue_links_of_issue on vulnerability_issue_links (issue_id);
create unique index vulnerability_issue_links_created on vulnerability_issue_links (vulnerability_id) where link_type = 'created';

create table vulnerability_merge_request_links (
  id bigint primary key generated always as identity,
  vulnerability_id bigint not null references vulnerabilities on delete cascade,
  merge_request_id bigint not null references issuables on delete cascade,
  created_at timestamptz not null,
  unique (vulnerability_id, merge_request_id)
);
create index vulnerability_merge_request_links_of_merge_request on vulnerability_merge_request_links (merge_request_id);

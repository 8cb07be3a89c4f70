-- Texts that were stored before references to contacts were rendered: `plan/contacts/old-texts.ts` renders them again.
create index notes_before_contacts on notes (id) where markdown_version < 3 and body like '%[contact:%';
create index issuables_before_contacts on issuables (id) where markdown_version < 3 and description like '%[contact:%';

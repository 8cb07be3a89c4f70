-- What is hidden is little, and a list leaves it out without reading every issuable.
create index issuables_hidden on issuables (id) where hidden;

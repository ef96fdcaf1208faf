-- Finds words in the middle of texts. The extension comes with PostgreSQL but may be missing or not allowed: searches
-- then read all texts, as before.
do $$
begin
  create extension if not exists pg_trgm;
  create index flags_words on flags using gin (search_text gin_trgm_ops);
exception when others then
  raise notice 'searches are not indexed: %', sqlerrm;
end $$;

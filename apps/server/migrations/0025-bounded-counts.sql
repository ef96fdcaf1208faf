-- Counts stop at the largest number that everybody can read, instead of failing: one that is full must not keep others
-- from being counted.
create function add_counts(a bigint, b bigint) returns bigint language sql immutable strict as $$
  select least(a::numeric + b::numeric, 9007199254740991)::bigint
$$;
create aggregate sum_counts(bigint) (sfunc = add_counts, stype = bigint, initcond = '0');

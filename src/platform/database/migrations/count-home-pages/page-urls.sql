-- The spellings of the url of one page, the one that it is counted by first: a url without a path has the path /.
CREATE FUNCTION page_urls(url text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN url ~ '^[a-zA-Z]+://[^/?#]+([?#]|$)' THEN ARRAY[regexp_replace(url, '^[a-zA-Z]+://[^/?#]+', '\&/'), url]
    WHEN url ~ '^[a-zA-Z]+://[^/?#]+/([?#]|$)' THEN ARRAY[url, regexp_replace(url, '^([a-zA-Z]+://[^/?#]+)/', '\1')]
    ELSE ARRAY[url]
  END
$$;

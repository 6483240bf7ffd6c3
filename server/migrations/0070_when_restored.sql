-- A message that waited in a dump may have left before the dump was restored. Whoever sends asks when that was.
grant select (since) on log_clusters to kith_app;

-- Time zones under the spelling that PostgreSQL lists, as the application stores them from now on: europe/berlin is Europe/Berlin.
set local app.backfill = 'on';
update companies c set time_zone = zone.name
from pg_timezone_names zone
where lower(zone.name) = lower(c.time_zone) and zone.name <> c.time_zone;
set local app.backfill = 'off';

/** A place in the order of time, inside a cursor: an id, and a time as PostgreSQL writes it, with all its digits. */
export const placeFor = (id: string, at: string) => `${id} ${at}`;

export function placeIn(place: string): [id: string, at: string] {
  const space = place.indexOf(" ");
  return [place.slice(0, space), place.slice(space + 1)];
}

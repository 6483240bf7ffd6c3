import { Query, types, type Connection, type FieldDef, type PoolClient } from "pg";
import utils from "pg/lib/utils.js";
import { parseTime, TIME_TYPE } from "./parse-time.ts";

interface Asked {
  name?: string | undefined;
  text: string;
  values: unknown[];
}

/** A statement that the connection has prepared, and of whose answer only the end is looked at. */
export interface Opening {
  name: string;
  values: string[];
}

/**
 * A statement as the driver sends it, with two differences that save a tenth of the processor time of a read (bench:records, get cpu):
 *
 * - It can take along what comes before it: the company, and BEGIN. All is one message: PostgreSQL answers it in one piece, and runs nothing
 *   after what it refuses.
 * - PostgreSQL describes the columns of a named statement once for each connection, and not with every answer.
 *
 * pg lets a query of another class into its pipeline only if it extends its own. What is overridden is what pg calls on a query; the two
 * lists of statements are those of pg 8, and driver-query.test.ts shows that they are kept as pg keeps them.
 */
class DriverQuery extends Query {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly openings: readonly Opening[];
  /** Set before it is sent. */
  callback: (error: Error | null, rows: unknown[]) => void = () => undefined;
  private readonly found: unknown[] = [];
  private openingsLeft: number;
  private columns: Column[] | undefined;
  private failure: Error | undefined;
  private connection: DriverConnection | undefined;

  constructor({ name = "", text, values }: Asked, openings: readonly Opening[]) {
    super(text);
    this.name = name;
    this.text = text;
    this.values = values;
    this.openings = openings;
    this.openingsLeft = openings.length;
  }

  /** A statement with values or a name needs it, and so do the openings. */
  requiresPreparation(): boolean {
    return true;
  }

  /** Everything up to one Sync: PostgreSQL answers it in one piece, and leaves out the rest after an error. */
  prepare(connection: DriverConnection): void {
    const { name, text, values } = this;
    for (const opening of this.openings) {
      connection.bind({ statement: opening.name, values: opening.values }, false);
      connection.execute(null, false);
    }
    const isKnown = name !== "" && (name in connection.parsedStatements || name in connection.submittedNamedStatements);
    if (!isKnown) {
      connection.parse({ name, text, types: [] }, false);
      if (name !== "") connection.submittedNamedStatements[name] = text;
    }
    this.columns = name === "" ? undefined : columnsOf(connection).get(name);
    try {
      connection.bind({ statement: name, values: values.map(utils.prepareValue) }, false);
      if (!this.columns) connection.describe({ type: "P" }, false);
      connection.execute(null, false);
    } catch (error) {
      this.handleError(error as Error);
    }
    connection.sync();
    this.connection = connection;
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.columns = describe(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.openingsLeft > 0 || this.failure) return;
    try {
      this.found.push(readRow(this.columns, fields));
    } catch (error) {
      this.failure = error as Error;
    }
  }

  handleCommandComplete(): void {
    if (this.openingsLeft > 0) {
      this.openingsLeft--;
      return;
    }
    // Later answers of this connection come without it. PostgreSQL refuses a statement whose columns have changed since.
    if (this.name !== "" && this.connection) columnsOf(this.connection).set(this.name, this.columns ?? NO_COLUMNS);
  }

  handleEmptyQuery(): void {
    // It has no rows.
  }

  handleError(error: Error): void {
    this.callback(this.failure ?? error, []);
  }

  handleReadyForQuery(): void {
    this.callback(this.failure ?? null, this.found);
  }
}

/** What the driver keeps of a connection: the texts of its named statements, answered and under way. */
interface DriverConnection extends Connection {
  parsedStatements: Partial<Record<string, string>>;
  submittedNamedStatements: Partial<Record<string, string>>;
}

export function sendQuery<Row>(client: PoolClient, asked: Asked, openings: readonly Opening[] = []): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new DriverQuery(asked, openings);
    query.callback = (error, rows) => (error ? reject(error) : resolve(rows as Row[]));
    client.query(query);
  });
}

interface Column {
  name: string;
  parse(text: string): unknown;
}

const NO_COLUMNS: Column[] = [];
const columnsByConnection = new WeakMap<Connection, Map<string, Column[]>>();

function columnsOf(connection: Connection): Map<string, Column[]> {
  const known = columnsByConnection.get(connection);
  if (known) return known;
  const columns = new Map<string, Column[]>();
  columnsByConnection.set(connection, columns);
  return columns;
}

const describe = (fields: FieldDef[]): Column[] =>
  fields.map(({ name, dataTypeID }) => ({ name: asKey(name), parse: parserOf(dataTypeID) }));

// The types of pg know types of columns by name only; PostgreSQL sends their numbers.
const driverParserOf = types.getTypeParser as (type: number) => (text: string) => unknown;
const timeType: number = TIME_TYPE;
const parserOf = (type: number) => (type === timeType ? parseTime : driverParserOf(type));

/** As V8 keeps names of properties. Any other text is looked up among them each time it is used: once for each row. */
const asKey = (name: string) => Object.keys({ [name]: null })[0] ?? name;

/** All columns, in their order, so that all rows of a statement have one shape. */
function readRow(columns: Column[] | undefined, texts: (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < texts.length; at++) {
    const column = columns?.[at];
    if (!column) throw new Error("PostgreSQL sent a row without saying what is in it");
    const text = texts[at];
    row[column.name] = typeof text === "string" ? column.parse(text) : null;
  }
  return row;
}

/** Reads the schema of a system's instructions as forms: what may be set, for all units or for one. */

export interface Shape {
  type?: string | string[];
  enum?: (string | number | boolean)[];
  $ref?: string;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  description?: string;
}

export interface Schema {
  $defs?: Record<string, Shape>;
}

export type Field =
  | { kind: "choice"; key: string; choices: readonly (string | number | boolean)[]; start: unknown }
  | { kind: "number"; key: string; least: number; most: number; start: unknown }
  | { kind: "flag"; key: string; start: unknown }
  | { kind: "group"; key: string; fields: readonly Field[] }
  /** The same fields for each unit that has its own. */
  | { kind: "each"; key: string; fields: readonly Field[] };

export interface Form {
  readonly tell: string;
  readonly fields: readonly Field[];
}

/** These have buttons of their own. */
const OF_THE_TABLE = new Set(["resign", "offer-draw", "withdraw-draw", "take-back", "allow-take-back"]);
const MOST = 99;

/** The instructions that only this system knows and that can be filled in. */
export function formsOf(schema: Schema): Form[] {
  const found: Form[] = [];
  for (const shape of Object.values(schema.$defs ?? {})) {
    const tell = shape.properties?.["tell"]?.enum?.[0];
    if (typeof tell !== "string" || OF_THE_TABLE.has(tell)) continue;
    const { tell: _, ...rest } = shape.properties ?? {};
    const fields = fieldsOf(rest, schema);
    if (fields.length > 0) found.push({ tell, fields });
  }
  return found;
}

function fieldsOf(properties: Record<string, Shape>, schema: Schema): Field[] {
  return Object.entries(properties).flatMap(([key, shape]) => fieldOf(key, shape, schema) ?? []);
}

function fieldOf(key: string, written: Shape, schema: Schema): Field | null {
  const shape = meant(written, schema);
  const start = written.default ?? shape.default;
  if (shape.enum) return { kind: "choice", key, choices: shape.enum, start: start ?? shape.enum[0] };
  if (is(shape, "boolean")) return { kind: "flag", key, start: start ?? false };
  if (is(shape, "integer")) {
    const [least, most] = [shape.minimum ?? 0, shape.maximum ?? MOST];
    return { kind: "number", key, least, most, start: start ?? least };
  }
  if (shape.properties) return group("group", key, fieldsOf(shape.properties, schema));
  if (is(shape, "object") && typeof shape.additionalProperties === "object") {
    const inner = meant(shape.additionalProperties, schema);
    return group("each", key, inner.properties ? fieldsOf(inner.properties, schema) : one(fieldOf("value", inner, schema)));
  }
  return null;
}

function group(kind: "group" | "each", key: string, fields: readonly Field[]): Field | null {
  return fields.length > 0 ? { kind, key, fields } : null;
}

function one(field: Field | null): Field[] {
  return field ? [field] : [];
}

/** What a reference or a "this or nothing" stands for. */
function meant(shape: Shape, schema: Schema): Shape {
  if (shape.$ref) return meant(schema.$defs?.[shape.$ref.split("/").pop()!] ?? {}, schema);
  const some = shape.anyOf?.find((other) => other.type !== "null");
  return some ? meant(some, schema) : shape;
}

function is(shape: Shape, type: string): boolean {
  return shape.type === type || (Array.isArray(shape.type) && shape.type.includes(type));
}

/** The values of a form: what is set now, and the defaults of the rest. */
export function valuesOf(fields: readonly Field[], now: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const set = now[field.key];
    const inside = typeof set === "object" && set !== null ? (set as Record<string, unknown>) : {};
    if (field.kind === "group") values[field.key] = valuesOf(field.fields, inside);
    else if (field.kind === "each") values[field.key] = inside;
    else values[field.key] = set ?? field.start;
  }
  return values;
}

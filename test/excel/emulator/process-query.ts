/** The body of a ProcessQuery call: actions on objects, each object named by a path from the root. */
export interface Query {
  readonly Actions: readonly Action[];
  readonly ObjectPaths: Readonly<Record<string, ObjectPath>>;
}

interface Action {
  readonly Id: number;
  /** 1 instantiates, 2 loads properties, 3 calls a method, 5 marks a place in the trace. */
  readonly ActionType: number;
  readonly Name: string;
  readonly ObjectPathId: number;
  readonly ArgumentInfo?: { readonly Arguments?: readonly unknown[] };
  readonly QueryInfo?: { readonly Select?: readonly string[] };
}

interface ObjectPath {
  /** 1 is the root, 2 a named service, 3 a method's result, 4 a property. */
  readonly ObjectPathType: number;
  readonly Name: string;
  readonly ParentObjectPathId?: number;
  readonly ArgumentInfo?: { readonly Arguments?: readonly unknown[] };
}

/** What an object of the host can do. */
export interface HostObject {
  readonly methods?: Readonly<Record<string, (...given: never[]) => unknown>>;
  readonly properties?: Readonly<Record<string, () => unknown>>;
}

/** Objects by path: "root", "root.Application", "root.Functions.Date(2000,1,1)", "Microsoft.AppRuntime.AppRuntimeService". */
export type HostObjects = Readonly<Record<string, HostObject>>;

/** Thrown for a call that the emulated host does not know: the emulation must be extended, never guess. */
export class UnknownCallError extends Error {
  override readonly name = 'UnknownCallError';
}

/** Carries out the actions in order and gives the results in the host's form. */
export function processQuery(query: Query, objects: HostObjects): { Results: { ActionId: number; Value: unknown }[] } {
  return { Results: query.Actions.map((action) => ({ ActionId: action.Id, Value: perform(action, query, objects) })) };
}

function perform(action: Action, query: Query, objects: HostObjects): unknown {
  if (action.ActionType === 5) return null;
  const path = pathOf(action.ObjectPathId, query);
  const object = objects[path];
  if (!object) throw new UnknownCallError(`No object "${path}"`);
  switch (action.ActionType) {
    case 1:
      return null;
    case 2:
      return propertiesOf(object, path, action.QueryInfo?.Select ?? []);
    case 3: {
      const method = object.methods?.[action.Name];
      if (!method) throw new UnknownCallError(`No method "${path}.${action.Name}"`);
      return method(...((action.ArgumentInfo?.Arguments ?? []) as never[])) ?? null;
    }
    default:
      throw new UnknownCallError(`No action of type ${action.ActionType} (${path}.${action.Name})`);
  }
}

function propertiesOf(object: HostObject, path: string, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => {
    const key = name.charAt(0).toUpperCase() + name.slice(1);
    const property = object.properties?.[key];
    if (!property) throw new UnknownCallError(`No property "${path}.${key}"`);
    return [key, property()];
  }));
}

function pathOf(id: number, query: Query): string {
  const step = query.ObjectPaths[id];
  if (!step) throw new UnknownCallError(`No object path ${id}`);
  if (step.ObjectPathType === 1) return 'root';
  if (step.ObjectPathType === 2) return step.Name;
  const parent = pathOf(step.ParentObjectPathId ?? 0, query);
  if (step.ObjectPathType === 4) return `${parent}.${step.Name}`;
  if (step.ObjectPathType === 3) return `${parent}.${step.Name}(${(step.ArgumentInfo?.Arguments ?? []).join(',')})`;
  throw new UnknownCallError(`No object path of type ${step.ObjectPathType} (${step.Name})`);
}

/** The body of a ProcessQuery call: actions on objects, each object named by a path from the root. */
export interface Query {
  readonly Actions: readonly Action[];
  readonly ObjectPaths: Readonly<Record<string, ObjectPath>>;
}

interface Action {
  readonly Id: number;
  /** 1 instantiates, 2 loads properties, 3 calls a method, 4 sets a property, 5 marks a place in the trace. */
  readonly ActionType: number;
  readonly Name: string;
  readonly ObjectPathId: number;
  readonly ArgumentInfo?: Arguments;
  readonly QueryInfo?: { readonly Select?: readonly string[] };
}

interface ObjectPath {
  /**
   * 1 is the root, 2 a named service, 3 a method's result, 4 a property, 5 an item by its key, 6 an object that is kept
   * by its reference.
   */
  readonly ObjectPathType: number;
  readonly Name: string;
  readonly ParentObjectPathId?: number;
  readonly ArgumentInfo?: Arguments;
}

interface Arguments {
  readonly Arguments?: readonly unknown[];
  /** In the place of an argument that is an object: the id of its path. */
  readonly ReferencedObjectPathIds?: readonly number[];
}

type Members<Result = unknown> = Readonly<Record<string, (...args: never[]) => Result>>;

/** What an object of the host can do. Whatever it does not have fails the test that asked for it. */
export interface HostObject {
  readonly methods?: Members;
  readonly properties?: Members;
  readonly settable?: Members<void>;
  /**
   * Objects reached through a property, a method or, under "[]", a key. Null is a null object, on which everything
   * passes.
   */
  readonly children?: Members<HostObject | null>;
  /** Of a collection. */
  readonly items?: () => readonly HostObject[];
  /** By which the client finds it again. */
  readonly id?: string;
  /** Whether the client may ask that it be kept between its messages, as it does with ranges. */
  readonly isKept?: boolean;
}

/** What the host offers, and what it keeps for the client between messages. */
export interface World {
  readonly root: HostObject;
  readonly services: Readonly<Record<string, HostObject>>;
  readonly kept: Map<string, HostObject>;
}

/** Thrown for a call that the emulated host does not know: the emulation must be extended, never guess. */
export class UnknownCallError extends Error {
  override readonly name = 'UnknownCallError';
}

/** Excel's own refusal of an action; the client hears its code. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: string,
    message: string = code,
  ) {
    super(message);
  }
}

interface QueryResults {
  readonly Results: { ActionId: number; Value: unknown }[];
  /** The marks that were passed. */
  readonly TraceIds: number[];
  readonly Error?: { readonly Code: string; readonly Message: string; readonly ActionIndex: number };
}

/** Carries out the actions in order, up to one that is refused, and gives the results in the host's form. */
export function processQuery(query: Query, world: World): QueryResults {
  const paths = new Paths(query.ObjectPaths, world);
  const results: QueryResults = { Results: [], TraceIds: [] };
  for (const [index, action] of query.Actions.entries()) {
    try {
      if (action.ActionType === 5) results.TraceIds.push(action.Id);
      results.Results.push({ ActionId: action.Id, Value: perform(action, paths, world) });
    } catch (problem) {
      if (problem instanceof Refusal)
        return { ...results, Error: { Code: problem.code, Message: problem.message, ActionIndex: index } };
      throw problem;
    }
  }
  return results;
}

function perform(action: Action, paths: Paths, world: World): unknown {
  if (action.ActionType === 5) return null;
  const object = paths.object(action.ObjectPathId);
  const name = paths.name(action.ObjectPathId);
  if (!object) return null;
  switch (action.ActionType) {
    case 1:
      return { ...(object.id !== undefined && { Id: object.id }), ...referenceTo(object, world) };
    case 2:
      return loaded(object, name, action.QueryInfo?.Select ?? []);
    case 3:
      if (action.Name === '_KeepReference' && object.isKept) return keep(object, world);
      return (
        member(object.methods, name, action.Name, 'method')(...(paths.args(action.ArgumentInfo) as never[])) ?? null
      );
    case 4:
      member(object.settable, name, action.Name, 'settable property')(...(paths.args(action.ArgumentInfo) as never[]));
      return null;
    default:
      throw new UnknownCallError(`No action of type ${action.ActionType} (${name}.${action.Name})`);
  }
}

const referenceTo = (object: HostObject, { kept }: World): { _ReferenceId?: string } => {
  const reference = [...kept].find(([, one]) => one === object)?.[0];
  return reference === undefined ? {} : { _ReferenceId: reference };
};

function keep(object: HostObject, { kept }: World): null {
  kept.set(`reference-${kept.size + 1}`, object);
  return null;
}

/** The properties of an object, "worksheet/name" from another that hangs on it; of a collection, those of its items. */
function loaded(object: HostObject, name: string, selected: readonly string[]): Record<string, unknown> {
  if (object.items)
    return {
      _Items: object.items().map((item, index) => ({
        ...(item.id !== undefined && { Id: item.id }),
        ...loaded(item, `${name}[${index}]`, selected),
      })),
    };
  const values: Record<string, unknown> = {};
  for (const path of selected) {
    const [first = '', ...rest] = path.split('/').map(capitalized);
    if (rest.length === 0) values[first] = member(object.properties, name, first, 'property')();
    else
      values[first] = loaded(member(object.children, name, first, 'object')()!, `${name}.${first}`, [rest.join('/')]);
  }
  return values;
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function member<Result>(
  members: Members<Result> | undefined,
  owner: string,
  name: string,
  kind: string,
): (...args: never[]) => Result {
  const found = members?.[name];
  if (!found) throw new UnknownCallError(`No ${kind} "${owner}.${name}"`);
  return found;
}

/** The objects of one query. Each path is followed once: one that adds a sheet must not add two. */
class Paths {
  readonly #found = new Map<number, HostObject | null>();

  constructor(
    private readonly paths: Query['ObjectPaths'],
    private readonly world: World,
  ) {}

  object(id: number): HostObject | null {
    if (!this.#found.has(id)) this.#found.set(id, this.#follow(this.#step(id)));
    return this.#found.get(id)!;
  }

  args({ Arguments: args = [], ReferencedObjectPathIds: ids = [] }: Arguments = {}): unknown[] {
    return args.map((argument, index) => (ids[index] ? this.object(ids[index]) : argument));
  }

  name(id: number): string {
    const { ObjectPathType, Name, ParentObjectPathId, ArgumentInfo } = this.#step(id);
    if (ObjectPathType === 1) return 'root';
    if (ParentObjectPathId === undefined) return Name;
    const args = (ArgumentInfo?.Arguments ?? []).join(',');
    return `${this.name(ParentObjectPathId)}${ObjectPathType === 5 ? `[${args}]` : `.${Name}${ObjectPathType === 3 ? `(${args})` : ''}`}`;
  }

  #step(id: number): ObjectPath {
    const step = this.paths[id];
    if (!step) throw new UnknownCallError(`No object path ${id}`);
    return step;
  }

  #follow(step: ObjectPath): HostObject | null {
    const { root, services, kept } = this.world;
    switch (step.ObjectPathType) {
      case 1:
        return root;
      case 2:
        return services[step.Name] ?? unknown(`No service "${step.Name}"`);
      case 6:
        return kept.get(step.Name) ?? unknown(`No kept object "${step.Name}"`);
      case 3:
      case 4:
      case 5: {
        const parent = this.object(step.ParentObjectPathId!);
        const name = step.ObjectPathType === 5 ? '[]' : step.Name;
        return (
          parent &&
          member(
            parent.children,
            this.name(step.ParentObjectPathId!),
            name,
            'object',
          )(...(this.args(step.ArgumentInfo) as never[]))
        );
      }
      default:
        return unknown(`No object path of type ${step.ObjectPathType} (${step.Name})`);
    }
  }
}

function unknown(message: string): never {
  throw new UnknownCallError(message);
}

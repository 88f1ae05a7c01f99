/** The variables in sight while a template is compiled. They become slots of the frame: nothing is looked up by name later. */
export class Scope {
  private readonly names: string[] = ['$'];
  private readonly slots: number[] = [0];
  private used = 1;

  /** How many slots a frame of the template needs. */
  get slotCount(): number {
    return this.used;
  }

  declare(name: string): number {
    const slot = this.used;
    this.used += 1;
    this.names.push(name);
    this.slots.push(slot);
    return slot;
  }

  /** The slot of the innermost variable of this name; undefined when it has no value yet, as in `{{$x = 1}}`. */
  find(name: string): number | undefined {
    return this.slots[this.names.lastIndexOf(name)];
  }

  /** Compiles something whose variables are gone after it. */
  inner<T>(compile: () => T): T {
    const inSight = this.names.length;
    const result = compile();
    this.names.length = inSight;
    this.slots.length = inSight;
    return result;
  }
}

/** A compiled file in the making: its units of code, and the objects they refer to. */

import { HOLE, UnitLiterals } from "../../compiler/emit/file-units.js";
import { Environment } from "../../compiler/scope/environment.js";
import { textLiteral } from "../../runtime/code.js";
import type { LispCons, LispValue } from "../../runtime/objects/marshal.js";
import type { Image } from "../image.js";
import { DumpError, FaslObjects } from "./objects.js";
import type { Fasl, FaslUnit } from "./steps.js";

export class FaslWriter {
  /** Forms of the source that are compiled. */
  forms = 0;
  private readonly units: FaslUnit[] = [];
  private readonly makers: string[] = [];
  private readonly objects: FaslObjects;

  constructor(private readonly image: Image) {
    this.objects = new FaslObjects(image, (form) => this.unit(form, Environment.empty, null));
  }

  /** Adds a toplevel form and answers its unit; `source` is the form of the text that it comes from. */
  addForm(form: LispValue, env: Environment, source: LispValue, expanded: readonly LispCons[]): number {
    const { compiler } = this.image;
    compiler.expanded = [...expanded];
    const unit = this.unit(form, env, source);
    this.objects.add(["run", unit]);
    return unit;
  }

  content(source: string): Fasl {
    const code = `"use strict";return[${this.makers.join(",")}]`.split(HOLE);
    return {
      source,
      code: code.map((part, i) => (i % 2 === 0 ? part : Number(part))),
      holes: this.objects.holes,
      units: this.units,
      steps: this.objects.steps,
    };
  }

  private unit(form: LispValue, env: Environment, source: LispValue): number {
    const outer = this.objects.takeDescriptions();
    const literals = new UnitLiterals(this.objects, this.objects.structureNames);
    const maker = this.maker(form, env, source, literals);
    const descriptions = this.objects.takeDescriptions();
    this.objects.putBack(outer);
    this.makers.push(maker);
    return this.units.push({ constants: literals.places, descriptions }) - 1;
  }

  /** Code that makes the function; of a form with an object that no file can have, one that signals that. */
  private maker(form: LispValue, env: Environment, source: LispValue, literals: UnitLiterals): string {
    const { compiler } = this.image;
    try {
      return compiler.compileUnit(form, env, source, literals, { offsets: [], places: [] });
    } catch (error) {
      if (!(error instanceof DumpError)) throw error;
      compiler.noteFailure();
      const texts = [error.message, this.image.print(error.object)].map(textLiteral);
      return `function(){return function U0(){return R.compiledProgramError(${texts.join(",")});}}`;
    }
  }
}

import type { EscapedNode } from '../escape/escaped.js';
import type { Source } from '../syntax/source.js';
import type { Value } from '../values/value.js';
import type { Compilation } from './compilation.js';
import { compileOperand } from './compile-operand.js';
import { compilePipeline } from './compile-pipeline.js';
import { compileStatements } from './compile-statement.js';
import type { FindTemplate } from './compile-statement.js';
import { heightOf } from './height.js';
import { Scope } from './scope.js';
import type { TemplateBody } from './template-body.js';

export function compileBody(source: Source, nodes: readonly EscapedNode[], find: FindTemplate): TemplateBody {
  const scope = new Scope();
  const compilation: Compilation = {
    source,
    scope,
    operand: (operand) => compileOperand(compilation, operand),
    pipeline: (pipeline) => compilePipeline(compilation, pipeline),
  };
  const statements = compileStatements(compilation, nodes, find);
  const { slotCount } = scope;
  const height = heightOf(nodes);
  return {
    height,
    run({ depth, work, printer, translate }, dot) {
      work.spend(2 * slotCount);
      const variables = new Array<Value>(slotCount);
      const held = new Array<boolean>(slotCount).fill(false);
      variables[0] = dot;
      statements({ dot, dotIsHeld: false, variables, held, depth: depth + height, work, printer, translate });
    },
  };
}

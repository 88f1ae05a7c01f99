import type { Controller } from '../../model/registration.js';
import type { ControllerSchema } from '../../model/schema/admin-schema.js';
import type { FormField } from '../../model/schema/form-schema.js';
import type { RelatedForm } from '../../model/schema/related-form.js';
import type { RelationSchema } from '../../model/schema/list-schema.js';
import type { Requirement } from '../../model/schema/types.js';

/**
 * Adds to every relation the form of the controller that manages the related model, with all that the form requires. Once all
 * controllers are compiled, because a relation may refer to a later one.
 * @param managers the controller that manages a model, by its name
 */
export function withRelatedForms(
  controllers: readonly ControllerSchema[],
  managers: ReadonlyMap<string, Controller>,
): readonly ControllerSchema[] {
  const forms = new Map(controllers.flatMap((one) => formOf(one)));
  const formOfModel = (name: string) => forms.get(managers.get(name)?.id ?? '');
  return controllers.map((schema) => ({
    ...schema,
    ...(schema.form && {
      form: { ...schema.form, fields: schema.form.fields.map((one) => fieldWith(one, formOfModel)) },
    }),
    relations: new Map([...schema.relations].map(([name, one]) => [name, relationWith(one, formOfModel)])),
  }));
}

type FormOfModel = (name: string) => RelatedForm | undefined;

function fieldWith(field: FormField, formOfModel: FormOfModel): FormField {
  const related = field.binding.kind === 'relation' ? formOfModel(field.binding.relation.relatedModel) : undefined;
  return related === undefined ? field : { ...field, related };
}

function relationWith(schema: RelationSchema, formOfModel: FormOfModel): RelationSchema {
  const relatedForm = formOfModel(schema.related.name);
  return relatedForm === undefined ? schema : { ...schema, relatedForm };
}

function formOf({ controller, requires, form }: ControllerSchema): readonly (readonly [string, RelatedForm])[] {
  if (form === undefined) return [];
  const { create, update, preview } = form.operations;
  const opening = [update, preview].map((one) => bothOf(requires, one));
  return [[controller.id, { controller: controller.id, opening, creating: bothOf(requires, create) }]];
}

/** A controller requires all of its codes and no others. */
function bothOf({ all }: Requirement, operation: Requirement): Requirement {
  return { ...operation, all: [...all, ...operation.all] };
}

import { expect } from 'chai';
import { FIELD_TYPES } from '../../model/schema/types.js';
import type { BrokenPlugin } from '../../testing/small-plugin.js';
import { complaints, CONTROLLER, MODELS, registrationWith } from '../../testing/small-plugin.js';

const FILE = `${MODELS}/post/fields.yaml`;
const SCRIPTS = { assets: { scripts: ['js/meter.js'], styles: [] } };
const widget = (...lines: string[]) =>
  [
    'fields:',
    '  title: {}',
    '  views: { type: number }',
    '  meter:',
    '    type: widget',
    ...lines.map((line) => `    ${line}`),
  ].join('\n');

const TYPES = FIELD_TYPES.filter((type) => type !== 'element').join(', ');

const CASES: readonly BrokenPlugin[] = [
  {
    title: 'a widget without an element and an action',
    changes: { [FILE]: widget() },
    registration: registrationWith(SCRIPTS),
    says: [
      'plugins/acme/blog/models/post/fields.yaml:4:3: fields.meter.action: is missing; expected the name of an action that the host registers',
      'plugins/acme/blog/models/post/fields.yaml:4:3: fields.meter.widget: is missing; expected the name of a custom element: acme-blog-…',
    ],
  },
  {
    title: 'an element of another plugin (AD-17)',
    changes: { [FILE]: widget('widget: other-shop-meter', 'action: measure') },
    registration: registrationWith(SCRIPTS),
    says: [
      'plugins/acme/blog/models/post/fields.yaml:6:13: fields.meter.widget: the element other-shop-meter does not belong to this plugin; expected acme-blog-…',
    ],
  },
  {
    title: 'a type that is an element of another plugin, and one without a script (AD-415)',
    changes: { [FILE]: 'fields:\n  title: { type: other-shop-stars }\n  slug: { type: acme-blog-stars }' },
    says: [
      'plugins/acme/blog/models/post/fields.yaml:2:18: fields.title.type: the element other-shop-stars does not belong to this plugin; expected acme-blog-…',
      'plugins/acme/blog/models/post/fields.yaml:3:17: fields.slug.type: the controller has no script to define the element acme-blog-stars; expected controller acme.blog.posts registered with at least one script',
    ],
  },
  {
    title: 'a name like an element with one hyphen, which is a misspelled type (AD-415)',
    changes: { [FILE]: 'fields:\n  title: { type: element }\n  slug: { type: baloon-selector }' },
    registration: registrationWith(SCRIPTS),
    says: [
      `plugins/acme/blog/models/post/fields.yaml:2:18: fields.title.type: unknown type element; expected one of ${TYPES}`,
      `plugins/acme/blog/models/post/fields.yaml:3:17: fields.slug.type: unknown type baloon-selector; expected one of ${TYPES}; did you mean balloon-selector?`,
    ],
  },
  {
    title: 'an invalid custom element name',
    changes: { [FILE]: widget('widget: acme-blog-Meter', 'action: measure') },
    registration: registrationWith(SCRIPTS),
    says: [
      'plugins/acme/blog/models/post/fields.yaml:6:13: fields.meter.widget: "acme-blog-Meter" is not the name of a custom element; expected lower-case letters, digits and hyphens: acme-blog-…',
    ],
  },
  {
    title: 'an action that the host does not register (AD-17)',
    changes: { [FILE]: widget('widget: acme-blog-meter', 'action: mesure') },
    registration: registrationWith(SCRIPTS),
    says: [
      'plugins/acme/blog/models/post/fields.yaml:7:13: fields.meter.action: the host registers no action mesure; expected one of publish, measure; did you mean measure?',
    ],
  },
  {
    title: 'a form with a widget and a controller without a script (AD-17)',
    changes: { [FILE]: widget('widget: acme-blog-meter', 'action: measure') },
    says: [
      'plugins/acme/blog/models/post/fields.yaml:5:11: fields.meter.type: the form has a widget, but the controller has no script to define it; expected controller acme.blog.posts registered with at least one script',
    ],
  },
  {
    title: 'a fill of an unknown or read-only field (AD-17)',
    changes: { [FILE]: widget('widget: acme-blog-meter', 'action: measure', 'fill: [tilte, views, meter]') },
    registration: registrationWith(SCRIPTS),
    says: [
      'plugins/acme/blog/models/post/fields.yaml:8:12: fields.meter.fill[0]: the form has no field tilte; expected one of title; did you mean title?',
      'plugins/acme/blog/models/post/fields.yaml:8:19: fields.meter.fill[1]: the field views cannot be filled in by an action; expected a writable field with a single value, on every form of the widget',
      'plugins/acme/blog/models/post/fields.yaml:8:26: fields.meter.fill[2]: the field meter cannot be filled in by an action; expected a writable field with a single value, on every form of the widget',
    ],
  },
  {
    title: 'a fill that is not on every form of the widget',
    changes: {
      [FILE]: `${widget('widget: acme-blog-meter', 'action: measure', 'fill: slug')}\n  slug: { context: create }`,
    },
    registration: registrationWith(SCRIPTS),
    says: [
      'plugins/acme/blog/models/post/fields.yaml:8:11: fields.meter.fill: the field slug cannot be filled in by an action; expected a writable field with a single value, on every form of the widget',
    ],
  },
  {
    title: 'a widget on the preview, which writes nothing (AD-17)',
    changes: { [FILE]: widget('widget: acme-blog-meter', 'action: measure', 'context: [create, preview]') },
    registration: registrationWith(SCRIPTS),
    says: [
      'plugins/acme/blog/models/post/fields.yaml:8:23: fields.meter.context[1]: is preview; expected create or update',
    ],
  },
  {
    title: 'a key that a widget does not have (AD-17)',
    changes: { [FILE]: widget('widget: acme-blog-meter', 'action: measure', 'required: true', 'handler: run') },
    registration: registrationWith(SCRIPTS),
    says: [
      'plugins/acme/blog/models/post/fields.yaml:8:5: fields.meter.required: does not go with type widget; expected type text, textarea, email, number, password, dropdown, radio, balloon-selector, checkbox, switch, checkboxlist, taglist, permissioneditor, datepicker, colorpicker, codeeditor, markdown, richeditor, relation, nestedform, repeater',
      'plugins/acme/blog/models/post/fields.yaml:9:5: fields.meter.handler: unknown key; expected one of type, label, span, tab, comment, commentAbove, hidden, context, permissions, dependsOn, trigger, widget, action, fill, confirm',
    ],
  },
  {
    title: 'a partial without a path, and with an invalid path (AD-12)',
    changes: {
      [FILE]:
        'fields:\n  _a: { type: partial }\n  _b: { type: partial, path: ../secret }\n  _c: { type: partial, path: $/acme/blog/_stats.htm }',
    },
    says: [
      'plugins/acme/blog/models/post/fields.yaml:2:3: fields._a.path: is missing; expected the name of a partial: stats for _stats.htm',
      'plugins/acme/blog/models/post/fields.yaml:3:30: fields._b.path: is "../secret"; expected the name of a partial: stats for _stats.htm; paths are not understood: write secret, and the file is _secret.htm',
      'plugins/acme/blog/models/post/fields.yaml:4:30: fields._c.path: is "$/acme/blog/_stats.htm"; expected the name of a partial: stats for _stats.htm; paths are not understood: write stats, and the file is _stats.htm',
    ],
  },
  {
    title: 'a template that does not exist (AD-12)',
    changes: { [FILE]: 'fields:\n  _a: { type: partial, path: histroy }', [`${CONTROLLER}/_history.htm`]: '<p></p>' },
    says: [
      'plugins/acme/blog/models/post/fields.yaml:2:30: fields._a.path: template plugins/acme/blog/controllers/posts/_histroy.htm does not exist; did you mean plugins/acme/blog/controllers/posts/_history.htm?',
    ],
  },
  {
    title: 'a template that does not compile (AD-12)',
    changes: {
      [FILE]: 'fields:\n  _a: { type: partial, path: history }',
      [`${CONTROLLER}/_history.htm`]: '<p>\n\n{{if .Data}}',
    },
    says: [
      'plugins/acme/blog/controllers/posts/_history.htm:3:3: is not a valid template: the {{end}} of this is missing',
    ],
  },
  {
    title: 'a template with mistakes that no data can correct (AD-12)',
    changes: {
      [FILE]: 'fields:\n  _a: { type: partial, path: history }',
      [`${CONTROLLER}/_history.htm`]: '<p>{{.Stats}}</p>\n<p>{{number 1 2}}</p>',
    },
    says: [
      'plugins/acme/blog/controllers/posts/_history.htm:1:6: is not a valid template: the only member here is .Data, not .Stats',
      'plugins/acme/blog/controllers/posts/_history.htm:2:6: is not a valid template: wrong number of arguments for number: 2',
    ],
  },
  {
    title: 'phrases of a template that do not exist, or need parameters that it does not pass (AD-21)',
    changes: {
      [FILE]: 'fields:\n  _a: { type: partial, path: history }',
      [`${CONTROLLER}/_history.htm`]: [
        '{{trans "acme.blog::lang.posts.title"}}{{trans "A text"}}{{trans .Data.Key}}',
        '<p title="{{trans `acme.blog::lang.posts.titel`}}">',
        '{{if .Data}}{{printf "%s" ("acme.blog::lang.posts.none" | trans)}}{{else}}{{trans ("backend::lang.nope")}}{{end}}',
        '</p>{{define "row"}}{{trans "acme.blog::lang.posts.many"}}{{end}}',
      ].join('\n'),
    },
    says: [
      'plugins/acme/blog/controllers/posts/_history.htm:2:19: the default locale (en) has no phrase acme.blog::lang.posts.titel; expected a phrase from a language file, or plain text; did you mean acme.blog::lang.posts.title?',
      'plugins/acme/blog/controllers/posts/_history.htm:3:28: the default locale (en) has no phrase acme.blog::lang.posts.none; expected a phrase from a language file, or plain text; did you mean acme.blog::lang.posts.many?',
      'plugins/acme/blog/controllers/posts/_history.htm:3:84: the default locale (en) has no phrase backend::lang.nope; expected a phrase from a language file, or plain text',
      'plugins/acme/blog/controllers/posts/_history.htm:4:29: the phrase acme.blog::lang.posts.many contains {n}, which has no value here; expected a phrase without arguments',
    ],
  },
  {
    title: 'a template that is not UTF-8',
    changes: {
      [FILE]: 'fields:\n  _a: { type: partial, path: history }',
      [`${CONTROLLER}/_history.htm`]: Buffer.from([0x3c, 0xff]),
    },
    says: [
      'plugins/acme/blog/controllers/posts/_history.htm: is not a valid template: The encoded data was not valid for encoding utf-8',
    ],
  },
  {
    title: 'a controller that supplies no partial data (AD-12)',
    changes: { [FILE]: 'fields:\n  _a: { type: partial, path: history }', [`${CONTROLLER}/_history.htm`]: '<p></p>' },
    registration: registrationWith({ suppliesPartialData: false }),
    says: [
      'plugins/acme/blog/models/post/fields.yaml:2:30: fields._a.path: nothing supplies data for the partial history; expected controller acme.blog.posts registered with supplies_partial_data',
    ],
  },
];

describe('widgets and partials: errors that stop startup', () => {
  for (const { title, changes, registration, says } of CASES) {
    it(title, () => expect(complaints(changes, registration)).to.deep.equal(says));
  }
});

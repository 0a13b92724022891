import { builder } from '../schema/builder.js';

export const EventRef = builder.prismaObject('Event', {
  description: 'One line of the append-only log.',
  extensions: { viewerIndependent: true },
  findUnique: null,
  fields: (t) => ({
    id: t.id({ description: 'Its identity, in decimal.', resolve: ({ id }) => String(id) }),
    type: t.exposeString('type', { description: 'What happened, like `activated`. More may be added.' }),
    aggregate: t.exposeString('aggregate', {
      description: 'Kind of thing it happened to: `transfer` or `handoff`.',
    }),
    aggregateId: t.exposeID('aggregateId', { description: 'Which one.' }),
    sequence: t.exposeInt('sequence', {
      description: 'Its number within that thing: 1, 2, 3 … without a gap.',
    }),
    actor: t.exposeString('actor', { description: 'Principal that did it, or `system`.' }),
    at: t.expose('at', { type: 'DateTime', description: "When, by the database's clock." }),
    data: t.expose('data', {
      type: 'JSON',
      description: 'Ids and figures of what happened; money as decimal text. No content, no secret.',
    }),
  }),
});

export const EventConnectionRef = builder.connectionObject(
  { type: EventRef, name: 'EventConnection', description: 'A page of the log.' },
  { name: 'EventEdge', description: 'An event with its cursor.' },
);

import type { Command } from 'commander';
import { type Cli, examples } from '../cli.js';
import {
  addPerson,
  disablePerson,
  findPerson,
  issueSetUpLink,
  listPeople,
  type SetUpLink,
} from '../client/people.js';
import { count } from '../duration.js';
import type { CliPersonFragment } from '../gen/graphql.js';
import { table } from '../table.js';
import { MOST_ROWS } from './transfers.js';

interface AddOptions {
  readonly handle: string;
  readonly name: string;
  readonly role?: string[];
  readonly skill?: string[];
  readonly repository?: string[];
}

interface ListOptions {
  readonly team?: string;
  readonly role?: string;
  readonly skill?: string;
  readonly repository?: string;
  readonly first: string;
}

export function addPeople(program: Command, cli: Cli): void {
  const people = program.command('people').description('Who work can be handed to.');
  const add = people
    .command('add')
    .description(
      'Put a person on the roster, and make the team when there is none; needs principal:manage. Prints once what the person sets a password with.',
    )
    .requiredOption('--handle <name@team>', 'lower case, unique in the organisation')
    .requiredOption('--name <name>', 'how the person is called')
    .option('--role <words...>', 'what the person does')
    .option('--skill <words...>', 'what the person knows')
    .option('--repository <names...>', 'what the person works on')
    .action(async ({ handle, name, role = [], skill = [], repository = [] }: AddOptions) => {
      const wish = { handle, name, roles: role, skills: skill, repositories: repository };
      const person = await addPerson(cli.api(), wish);
      cli.output.progress(`→ added ${person.handle} (${person.id})`);
      show(cli, person, await issueSetUpLink(cli.api(), person.id));
    });
  examples(
    add,
    'baton people add --handle reviewer@web --name "The reviewer" --role frontend --skill typescript',
  );

  const link = people
    .command('link <handle>')
    .description('Let a person set a password anew, the link before it ends; needs principal:manage.')
    .action(async (handle: string) => {
      const person = await findPerson(cli.api(), handle);
      show(cli, person, await issueSetUpLink(cli.api(), person.id));
    });
  examples(link, 'baton people link reviewer@web');

  const list = people
    .command('list')
    .description('List people by handle.')
    .option('--team <name>', 'only of this team')
    .option('--role <word>', 'only who do this')
    .option('--skill <word>', 'only who know this')
    .option('--repository <name>', 'only who work on this')
    .option('--first <n>', 'at most so many', '100')
    .action(async ({ first, ...filter }: ListOptions) => {
      const { rows, more } = await listPeople(cli.api(), filter, count('--first', first, MOST_ROWS));
      cli.output.result(rows, rows.length === 0 ? 'nobody' : peopleTable(rows));
      if (more) cli.output.progress(`→ there are more: --first ${rows.length * 2}`);
    });
  examples(list, 'baton people list', 'baton people list --team web --skill typescript --json');

  const disable = people
    .command('disable <handle>')
    .description('Disable a person for good: nothing can be sent to them, and they may do nothing.')
    .action(async (handle: string) => {
      const person = await disablePerson(cli.api(), handle);
      cli.output.result(person, `disabled ${person.handle}`);
    });
  examples(disable, 'baton people disable reviewer@web');
}

/** The secret alone on stdout; what to do with it beside that. */
function show(cli: Cli, person: CliPersonFragment, { secret, expiresAt }: SetUpLink): void {
  cli.output.result({ ...person, setUp: { secret, expiresAt } }, secret);
  cli.output.progress(
    `for ${person.handle} alone, once, until ${expiresAt}: POST {"secret", "password"} to /auth/set-up; it is not shown again`,
  );
}

function peopleTable(people: readonly CliPersonFragment[]): string {
  return table(
    ['HANDLE', 'NAME', 'ROLES', 'SKILLS', 'REPOSITORIES', 'STATE'],
    people.map(({ handle, name, roles, skills, repositories, disabled }) => [
      handle,
      name,
      roles.join(', ') || '-',
      skills.join(', ') || '-',
      repositories.join(', ') || '-',
      disabled ? 'disabled' : 'active',
    ]),
  );
}

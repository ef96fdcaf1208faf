import Type, { type TSchema } from 'typebox'

export type Prompt = {
  name: string
  title: string
  description: string
  input: TSchema
  text(given: Record<string, string>): string
}

const Word = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })
const Sdk = Type.Optional(
  Word('How the repository evaluates flags: an SDK, OpenFeature, or generated accessors.'),
)
const quoted = (text: string | undefined) => JSON.stringify(text ?? '')

export const prompts: readonly Prompt[] = [
  {
    name: 'wrap_change',
    title: 'Put a change behind a flag',
    description: 'Guides through creating a flag and putting a change in the code behind it.',
    input: Type.Object({
      project: Word('The ID of the project.'),
      change: Word('The change to put behind a flag.'),
      sdk: Sdk,
    }),
    text: ({ project, change, sdk }) => `Put this change behind a feature flag: ${quoted(change)}

1. Call find_flags. If a flag for this exists, use it instead of creating one.
2. Call conventions with the project ${quoted(project)}. Choose a name and a type that follow them.
3. Call create_flag with a description that says what the flag turns on. The flag is off everywhere.
4. In the code, evaluate the flag in one place${sdk ? ` with ${quoted(sdk)}` : ''}. If the repository has generated accessors for flags, use those; otherwise do what the neighbouring code does. Keep the present behaviour as the branch for "off" and as the fallback.
5. Test both branches.
6. If the user wants it on somewhere, call propose_change with previewOnly, show the result, and propose it only after the user agrees. A person has to approve it.`,
  },
  {
    name: 'clean_up',
    title: 'Remove a flag from the code',
    description: 'Guides through removing a flag that is no longer needed.',
    input: Type.Object({
      flag: Type.Optional(Word('The flag; found by removal_candidates otherwise.')),
      sdk: Sdk,
    }),
    text: ({ flag, sdk }) => `Remove a feature flag from the code.

1. ${flag ? `The flag is ${quoted(flag)}.` : 'Call removal_candidates and let the user choose a flag.'}
2. Call removal_steps. If the value to keep is not decided, ask the user.
3. Find every evaluation of the flag in the repository${sdk ? `, which uses ${quoted(sdk)}` : ''}: its name, constants that hold the name, and generated accessors.
4. Replace each evaluation with the value to keep, and delete what can no longer be reached. Run the type check and the tests.
5. Do not archive the flag yet: applications that run the old code still evaluate it. After the release, call propose_change with the change "archive".`,
  },
]

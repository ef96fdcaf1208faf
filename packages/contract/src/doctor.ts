import Type, { type Static } from 'typebox'
import { closed, named } from './schema.ts'

const State = Type.Enum(['good', 'warning', 'bad'])

export const DoctorFinding = named(
  'doctorFindingSchema',
  Type.Object(
    {
      /** What was checked, such as `migrations`. */
      name: Type.String(),
      state: State,
      text: Type.String(),
      /** What to do about it. */
      next: Type.Optional(Type.String()),
    },
    closed,
  ),
)
export type DoctorFinding = Static<typeof DoctorFinding>

export const DoctorReport = named(
  'doctorReportSchema',
  Type.Object({ state: State, findings: Type.Array(DoctorFinding) }, closed),
)
export type DoctorReport = Static<typeof DoctorReport>

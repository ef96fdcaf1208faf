import type { DoctorFinding, DoctorReport } from '@flagstaff/contract/doctor'
import { withLargeBudget } from '../../platform/database/deadline.ts'
import { codeOf } from '../../platform/database/failures.ts'
import { AppError } from '../../platform/errors.ts'
import { allChecks, type Check, type Patient } from './checks.ts'

const BUDGET_MS = 10_000

/** Runs all checks. One that fails with an error is a finding as well. */
export async function examine(
  patient: Patient,
  checks: Record<string, Check> = allChecks,
): Promise<DoctorReport> {
  const findings = await Promise.all(
    Object.entries(checks).map(
      async ([name, check]): Promise<DoctorFinding> => ({
        name,
        ...(await withLargeBudget(BUDGET_MS, () => check(patient)).catch((error: Error) => ({
          state: 'bad' as const,
          // No messages of other programs: /ready?full is public, and they contain addresses.
          text: `The check failed: ${reasonOf(error)}`,
          next: 'Check that the database responds, then run it again.',
        }))),
      }),
    ),
  )
  const has = (state: string) => findings.some((finding) => finding.state === state)
  return { state: has('bad') ? 'bad' : has('warning') ? 'warning' : 'good', findings }
}

const reasonOf = (error: Error): string =>
  error instanceof AppError ? error.message : `${codeOf(error) || error.name}.`

import Type, { type Static } from 'typebox'
import { closed, Nullable, named, RowId } from './schema.ts'

export const bannerVariants = ['info', 'warning', 'error', 'success'] as const
export type BannerVariant = (typeof bannerVariants)[number]

const fields = {
  /** Markdown: bold, italic, code, links and lists. */
  message: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }),
  variant: Type.Enum([...bannerVariants]),
  enabled: Type.Boolean(),
  /** Stays at the top of the page, and cannot be dismissed. */
  sticky: Type.Boolean(),
  /** The icon of the variant if it is null, or `none`. */
  icon: Nullable(Type.String({ maxLength: 50 })),
  /** A URL, a path of this server, or `dialog`. */
  link: Nullable(Type.String({ maxLength: 2000 })),
  linkText: Nullable(Type.String({ maxLength: 100 })),
  dialogTitle: Nullable(Type.String({ maxLength: 100 })),
  dialog: Nullable(Type.String({ maxLength: 10_000 })),
}

export const CreateBanner = named(
  'createBannerSchema',
  Type.Object(
    {
      message: fields.message,
      variant: Type.Optional(fields.variant),
      enabled: Type.Optional(fields.enabled),
      sticky: Type.Optional(fields.sticky),
      icon: Type.Optional(fields.icon),
      link: Type.Optional(fields.link),
      linkText: Type.Optional(fields.linkText),
      dialogTitle: Type.Optional(fields.dialogTitle),
      dialog: Type.Optional(fields.dialog),
    },
    closed,
  ),
)
export type CreateBanner = Static<typeof CreateBanner>

export const Banner = named(
  'bannerSchema',
  Type.Object(
    {
      id: Type.Integer({ minimum: 1 }),
      ...fields,
      createdAt: Type.String({ format: 'date-time' }),
      objectVersion: Type.Integer(),
    },
    closed,
  ),
)
export type Banner = Static<typeof Banner>

export const Banners = named('bannersSchema', Type.Object({ banners: Type.Array(Banner) }, closed))

export const BannerParams = Type.Object({ id: RowId })
export const MOST_BANNERS = 50

// Generated from the Rust types; change those, then run: npm run generate
// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

/**
 * How much of each text and list leaves an image; `src/engine/bounds.rs` says of what each is. The server keeps to
 * the same bounds, whatever an image sends.
 */
export const BUDGETS = {
  NAME_CHARS: 300,
  FILE_CHARS: 4096,
  SLOT_CHARS: 2000,
  SLOTS_CHARS: 20000,
  RESTART_CHARS: 1000,
  RESTARTS_CHARS: 20000,
  MAX_LISTED: 100,
  MAX_CALLERS: 2,
  MAX_ARGUMENTS: 100,
  ARGUMENTS_CHARS: 2000,
  FRAMES_CHARS: 100000,
  MAX_VARIABLES: 50,
  VARIABLES_CHARS: 20000,
  REASON_CHARS: 2000,
  PROMPT_CHARS: 500,
  DEFINITION_NAME_CHARS: 600,
  MAX_DEFINITION_NAMES: 2000,
  MAX_BYTES: 1000000,
} as const;

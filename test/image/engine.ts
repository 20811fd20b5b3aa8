/** Description of the image, as `docker image inspect` prints it. */
export interface ImageConfiguration {
  User: string;
  WorkingDir: string;
  Env: readonly string[];
  Entrypoint: readonly string[];
  Cmd: readonly string[];
  Healthcheck: { Test: readonly string[] };
  Volumes: Record<string, unknown>;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running container. */
export interface Container {
  /** Address of the shop from outside. */
  readonly origin: string;
  /** Everything written to standard output and standard error so far. */
  output(): string;
  /** Runs a command in the container as the image's user. */
  execute(command: readonly string[]): Ended;
  /** User id of the shop's process. */
  userId(): number;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<number | null>;
}

export interface ContainerOptions {
  env?: Record<string, string>;
  /** Only the volume is writable. */
  isReadOnly?: boolean;
}

/** The volume at `/data`. */
export interface Volume {
  /** Copies a file into the volume, readable for the image's user. */
  put(file: string, name: string): void;
  /** Names, owners and modes of the files in it: `state.db 1000 600`. */
  list(): string[];
  remove(): void;
}

/** Builds the image and runs it. */
export interface Engine {
  readonly name: string;
  build(): void;
  configuration(): ImageConfiguration;
  /** An empty volume. */
  volume(): Volume;
  /** Starts the image on a volume. */
  start(volume: Volume, options?: ContainerOptions): Promise<Container>;
  /** Runs one command in a new container. */
  run(volume: Volume, command: readonly string[], options?: ContainerOptions): Ended;
  /** Files that containers have written outside the volume. */
  written(): string[];
  /** Removes everything that it made, including the image. */
  close(): void;
}

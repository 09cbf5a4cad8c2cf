package dev.gyre.rules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules about Gyre's classes. Each has a planted violation in {@code PlantedViolationsTest}. */
final class CodeRules {
    /** The modules from the lowest up. A module may use those before it, unless {@link #STRANGERS} says otherwise. */
    private static final List<String> LAYERS = List.of(
            "loop",
            "codec",
            "io",
            "engine",
            "regexp",
            "bridge",
            "node",
            "dashboard",
            "distributed",
            "image",
            "gyre",
            "cli");

    /** Pairs of modules that don't know each other although one is above the other. */
    private static final Map<String, Set<String>> STRANGERS = Map.of(
            "codec", Set.of("loop"), "engine", Set.of("loop", "io", "codec"), "regexp", Set.of("loop", "io", "codec"));

    /** Types whose values change. Interfaces such as Map are not among them: a constant may be an immutable one. */
    private static final Set<String> MUTABLE = Stream.of(
                    ThreadLocal.class,
                    StringBuilder.class,
                    ArrayList.class,
                    ArrayDeque.class,
                    HashMap.class,
                    HashSet.class,
                    TreeMap.class,
                    TreeSet.class,
                    LinkedHashMap.class,
                    BitSet.class,
                    ConcurrentHashMap.class,
                    ConcurrentLinkedQueue.class,
                    ConcurrentMap.class,
                    AtomicInteger.class,
                    AtomicLong.class,
                    AtomicBoolean.class,
                    AtomicReference.class,
                    LongAdder.class)
            .map(Class::getName)
            .collect(Collectors.toSet());

    /** A package holds so many top-level types at most. */
    private static final int MAX_TYPES = 25;

    /**
     * Packages that are larger, with the number of types that they may have. It can only shrink: a package that needs no
     * entry any more, or has fewer types than its entry says, fails too.
     *
     * <p>The loop's handles and requests are two sealed families, which Java keeps in one package. The phases and the worker
     * pool share fields with them that no user of the loop may see. The telemetry is written by both, so it is there too.
     */
    static final Map<String, Integer> LARGE_PACKAGES = Map.of("dev.gyre.loop", 42, "dev.gyre.engine", 29);

    /** The classes that may start threads, each with the reason. */
    static final Map<String, String> THREAD_MAKERS = Map.ofEntries(
            Map.entry("dev.gyre.loop.WorkerPool", "the pool's own threads"),
            Map.entry(
                    "dev.gyre.distributed.LateWriter",
                    "writes what a full socket did not take, so that no loop waits for it"),
            Map.entry("dev.gyre.loop.Lane", "the pool's own threads"),
            Map.entry("dev.gyre.loop.watch.Watch", "looks at loops while their threads are busy"),
            Map.entry("dev.gyre.node.bridge.limit.CallbackLimit", "sees that a callback overruns its limit"),
            Map.entry("dev.gyre.node.worker_threads.WorkerThread", "the loop's thread of a worker"),
            Map.entry("dev.gyre.RuntimeThread", "the loop's thread of a runtime in a Java program"),
            Map.entry(
                    "dev.gyre.engine.IsolateFactory",
                    "makes isolates of workers, ahead, in memory that it uses again for each"),
            Map.entry(
                    "dev.gyre.io.tls.TlsTransport", "OpenSSL can't suspend a handshake that asks JavaScript for a key"),
            Map.entry(
                    "dev.gyre.io.sqlite.Suspension",
                    "SQLite can't suspend a statement that calls a function of JavaScript's"),
            Map.entry("dev.gyre.node.gyre.ClusterThread", "joining and sending block as long as the network likes"),
            Map.entry(
                    "dev.gyre.distributed.GuardedServerSocket",
                    "greets each connection apart, so that none stalls others"),
            Map.entry("dev.gyre.dashboard.Dashboard", "answers while every loop is pinned"),
            Map.entry("dev.gyre.node.inspector.ProtocolServer", "answers while JavaScript is busy or paused"),
            Map.entry("dev.gyre.dashboard.doctor.Examination", "looks while every loop is pinned"),
            Map.entry("dev.gyre.image.Training", "the loop's thread of a program that the build runs"),
            Map.entry("dev.gyre.cli.Main", "the loop's thread, which has a larger stack than the main thread"),
            Map.entry("dev.gyre.cli.RegexpLint", "V8's thread, which has a larger stack than the main thread"),
            Map.entry("dev.gyre.regexp.proof.TimeLimit", "ends a match at its limit while another thread runs it"),
            Map.entry(
                    "dev.gyre.cli.SnapshotReader",
                    "reads the snapshot while V8's library is loaded, before there is a pool"),
            Map.entry(
                    "dev.gyre.io.file.FolderRecords",
                    "sorts a large folder's entries on both processors during a synchronous call"),
            Map.entry(
                    "dev.gyre.io.process.ChildProcess",
                    "waits for a child where the kernel has no process descriptors"),
            Map.entry("dev.gyre.io.process.Spawn", "vfork must not share the stack of a thread in V8"),
            Map.entry("dev.gyre.io.process.ProcessSignals", "calls listeners of signals while the loop is busy"),
            Map.entry("dev.gyre.io.poll.EpollPoller", "waits for selectable channels that have no descriptor number"),
            Map.entry("dev.gyre.node.process.InputPump", "reads a stream of a Java program, which can't be cancelled"),
            Map.entry("dev.gyre.node.module.ModuleBinding", "makes the first native call while JavaScript is compiled"),
            Map.entry("dev.gyre.node.vm.VmBinding", "ends a script at its timeout while the loop's thread runs it"));

    /**
     * Static fields that change, each with the reason. A field that is gone, or is a constant now, must leave the list: it
     * can only shrink.
     */
    static final Map<String, String> PROCESS_WIDE = Map.ofEntries(
            Map.entry("dev.gyre.node.process.Usage.defaultLimits", "the machine's memory, read once for the process"),
            Map.entry("dev.gyre.node.crypto.Ciphers.BY_NAME", "OpenSSL's algorithms, fetched once for the process"),
            Map.entry("dev.gyre.node.crypto.Digests.BY_NAME", "OpenSSL's algorithms, fetched once for the process"),
            Map.entry("dev.gyre.node.crypto.Curves.GROUPS", "OpenSSL's curves, fetched once for the process"),
            Map.entry("dev.gyre.node.crypto.KeyParts.MAKERS", "OpenSSL's algorithms, fetched once for the process"),
            Map.entry("dev.gyre.node.openssl.Parameters.KEYS", "names in C memory, written once for the process"),
            Map.entry("dev.gyre.node.crypto.KeyDecoders.OF_THREAD", "a decoder a thread: OpenSSL's can't be shared"),
            Map.entry("dev.gyre.node.openssl.Passphrase.OF_THREAD", "an argument for OpenSSL's callback, a thread"),
            Map.entry("dev.gyre.node.crypto.SymmetricCipher.WRITTEN", "C memory for a result, a thread"),
            Map.entry(
                    "dev.gyre.node.napi.AddonFile.isOpen",
                    "whether the linker has Node-API's library, once for the process"),
            Map.entry("dev.gyre.node.napi.AddonFile.lastRegistered", "what an add-on says while the linker loads it"),
            Map.entry(
                    "dev.gyre.node.napi.AsyncHooks.lastId",
                    "numbers of hooks, which native threads know without a runtime"),
            Map.entry(
                    "dev.gyre.node.napi.Environment.latest",
                    "the environment that native code asked for last, to find it fast"),
            Map.entry(
                    "dev.gyre.node.napi.ThreadsafeFunction.LAST_ID",
                    "numbers of functions, which native threads know without a runtime"));

    private CodeRules() {}

    static List<ArchRule> layers() {
        var rules = new ArrayList<ArchRule>();
        for (int i = 0; i < LAYERS.size(); i++) {
            String layer = LAYERS.get(i);
            var forbidden = new ArrayList<String>(LAYERS.subList(i + 1, LAYERS.size()));
            forbidden.addAll(STRANGERS.getOrDefault(layer, Set.of()));
            String[] packages = forbidden.stream().map(CodeRules::packagesOf).toArray(String[]::new);
            if (packages.length > 0) {
                rules.add(noClasses()
                        .that(resideInAnyPackage(packagesOf(layer)))
                        .should(dependOnClassesThat(resideInAnyPackage(packages)))
                        .allowEmptyShould(true)
                        .because("a layer knows only those below it"));
            }
        }
        return rules;
    }

    /** The library is the package above all others. */
    private static String packagesOf(String layer) {
        return layer.equals("gyre") ? "dev.gyre" : "dev.gyre." + layer + "..";
    }

    static ArchRule onlyEngineKnowsJavet() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("dev.gyre.engine..")
                .should(dependOnClassesThat(resideInAnyPackage("com.caoccao..")))
                .because("Javet is visible to engine alone");
    }

    /** What exchanges data between the languages knows no core module. */
    static ArchRule theBridgeStandsAlone() {
        return noClasses()
                .that(resideInAnyPackage("dev.gyre.node.bridge.."))
                .should(dependOnClassesThat(describe(
                        "belong to the rest of node",
                        (JavaClass type) -> type.getPackageName().startsWith("dev.gyre.node")
                                && !type.getPackageName().startsWith("dev.gyre.node.bridge"))))
                .because("everything in node uses the bridge, so that what it used would be part of a cycle");
    }

    static ArchRule onlyAFewMakeThreads() {
        return noClasses()
                .that(describe(
                        "are not listed as makers of threads",
                        (JavaClass type) ->
                                !THREAD_MAKERS.containsKey(outermost(type).getName())))
                .should()
                .callCodeUnitWhere(DescribedPredicate.<com.tngtech.archunit.core.domain.JavaCall<?>>describe(
                        "it makes a thread", call -> makesThread(call.getTarget())))
                .because("work belongs on the pool, where it is counted and limited");
    }

    private static boolean makesThread(AccessTarget.CodeUnitCallTarget target) {
        JavaClass owner = target.getOwner();
        String name = target.getName();
        if (owner.isEquivalentTo(Thread.class)) {
            return name.equals("<init>") || name.equals("startVirtualThread") || name.startsWith("of");
        }
        return owner.isEquivalentTo(Executors.class)
                || (owner.isEquivalentTo(Timer.class) && name.equals("<init>"))
                || (owner.isEquivalentTo(CompletableFuture.class) && name.endsWith("Async"));
    }

    static ArchRule noStaticStateInNode(Set<String> processWide) {
        return fields().that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage("dev.gyre.node..", "dev.gyre.bridge..", "dev.gyre")
                .and()
                .areStatic()
                .should(beConstants(processWide))
                .because("several runtimes live in one process");
    }

    private static ArchCondition<JavaField> beConstants(Set<String> processWide) {
        return new ArchCondition<>("be final and of a type that can't change") {
            private final Set<String> found = new TreeSet<>();

            @Override
            public void check(JavaField field, ConditionEvents events) {
                boolean isFinal = field.getModifiers().contains(JavaModifier.FINAL);
                boolean isOpenArray =
                        field.getRawType().isArray() && !field.getModifiers().contains(JavaModifier.PRIVATE);
                if (!isFinal
                        || isOpenArray
                        || MUTABLE.contains(field.getRawType().getName())) {
                    String name = field.getFullName();
                    found.add(name);
                    if (!processWide.contains(name)) {
                        events.add(SimpleConditionEvent.violated(field, name + " is static and can change"));
                    }
                }
            }

            @Override
            public void finish(ConditionEvents events) {
                for (String name : processWide) {
                    if (!found.contains(name)) {
                        events.add(SimpleConditionEvent.violated(name, name + " is no static state: unlist it"));
                    }
                }
            }
        };
    }

    static ArchRule packagesAreSmall(Map<String, Integer> largePackages) {
        return classes().should(new ArchCondition<>("live in packages of at most " + MAX_TYPES + " types") {
            private final Map<String, Integer> sizes = new TreeMap<>();

            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
                    sizes.merge(type.getPackageName(), 1, Integer::sum);
                }
            }

            @Override
            public void finish(ConditionEvents events) {
                sizes.forEach((name, size) -> {
                    int allowed = largePackages.getOrDefault(name, MAX_TYPES);
                    if (size > allowed) {
                        events.add(SimpleConditionEvent.violated(
                                name, name + " has " + size + " types and may have " + allowed + ": split it"));
                    } else if (largePackages.containsKey(name) && size < allowed) {
                        events.add(SimpleConditionEvent.violated(
                                name, name + " has " + size + " types: lower its entry in LARGE_PACKAGES"));
                    }
                });
                largePackages.keySet().stream()
                        .filter(name -> !sizes.containsKey(name))
                        .forEach(name -> events.add(SimpleConditionEvent.violated(
                                name, name + " is no package: remove its entry in LARGE_PACKAGES")));
            }
        });
    }

    private static JavaClass outermost(JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
    }
}

/** The permission model: what a program that runs with {@code --permission} may do. */
@NullMarked
package dev.gyre.node.permission;

import org.jspecify.annotations.NullMarked;
